import { beforeEach, expect, test, vi } from "vitest";
import { askEarly, takeEarly } from "./early";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response("here"))),
  );
});

test("what was asked early is taken once, by its path", async () => {
  void askEarly("/a");
  expect(takeEarly("/b")).toBeNull();
  expect(await (await takeEarly("/a"))?.text()).toBe("here");
  expect(takeEarly("/a")).toBeNull();
  expect(fetch).toHaveBeenCalledOnce();
});

test("what nobody has taken is not a page's news later", () => {
  void askEarly("/a");
  vi.advanceTimersByTime(10_001);
  expect(takeEarly("/a")).toBeNull();
});

test("what could not be had is asked for again", async () => {
  vi.mocked(fetch).mockReturnValueOnce(Promise.reject(new Error("no line")));
  await expect(askEarly("/a")).rejects.toThrow("no line");
  expect(takeEarly("/a")).toBeNull();
});
