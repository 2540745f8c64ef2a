/**
 * How each event is told, for the page as for the terminal.
 *
 * Generated from src/rialto/engine/telling.py by `python -m rialto.server.typescript`: do not edit.
 */
export type Spec = readonly (string | number)[];
export interface Telling {
  more?: Record<string, Spec>;
  case?: string;
  when?: Spec;
  together?: boolean;
  across?: readonly string[];
  at_end?: boolean;
  told?: boolean;
  decides?: boolean;
}
export const THINGS: readonly string[] = ["district", "kind", "building", "why", "bank"];
export const TELLING: Partial<Record<string, Telling>> = {
  token: {"together": true, "told": false},
  top_bridge: {"more": {"low": ["low", "bridge"], "high": ["high", "bridge"]}},
  start_building: {"case": "left", "when": ["later"], "decides": true},
  round: {"case": "last", "when": ["equals", "n", 6]},
  dealt: {"more": {"n": ["rows"]}, "together": true, "across": ["reshuffled"], "at_end": true},
  took_row: {"more": {"what": ["row", "row"]}, "decides": true},
  drew: {"more": {"n": ["count"], "what": ["cards"]}, "case": "seen", "when": ["known", "kind"], "together": true},
  neutral_drew: {"more": {"what": ["cards"]}, "together": true},
  activated: {"decides": true},
  took_leftover: {"more": {"what": ["cards"]}},
  sealed: {"more": {"n": ["count"], "what": ["cards"]}, "case": "seen", "when": ["known", "kind"], "together": true, "across": ["sealed"], "decides": true},
  step: {"more": {"letter": ["letter", "kind"]}},
  turned: {"more": {"what": ["of_step", "n"]}},
  played: {"more": {"what": ["play", "cards", "jokers"]}, "decides": true},
  passed: {"decides": true},
  bonus: {"case": "tie", "when": ["tied", "strength"]},
  built: {"decides": true},
  built_none: {"decides": true},
  returned: {"decides": true},
  points: {"more": {"n": ["size", "points"]}, "case": "lost", "when": ["negative", "points"]},
  bridge: {"more": {"first": ["first", "pair"], "second": ["second", "pair"], "low": ["number", "first"], "high": ["number", "second"]}, "decides": true},
  bridge_left: {"decides": true},
  gondola: {"more": {"first": ["first", "pair"], "second": ["second", "pair"]}, "decides": true},
  gondola_left: {"decides": true},
  fetched: {"more": {"n": ["sum", "n"]}, "together": true},
  councillor: {"more": {"n": ["count"], "from": ["thing", "district", "source"]}, "case": "moved", "when": ["among", "source", "cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro"], "together": true, "decides": true},
  placed_none: {"decides": true},
  upgraded: {"more": {"from": ["thing", "building", "building"], "building": ["thing", "building", "to"]}},
  marker: {"more": {"first": ["first", "pair"], "second": ["second", "pair"]}, "case": "gone", "when": ["missing", "pair"]},
};
