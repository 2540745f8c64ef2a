# The whole game as one image:
#   docker build -t rialto .
#   docker run -p 8017:8017 -v rialto:/data rialto
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make
WORKDIR /src
COPY . .
RUN make wheel

FROM python:3.12-slim
COPY --from=build /src/requirements/runtime.txt /src/requirements/postgres.txt /src/dist/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps --require-hashes -r /tmp/runtime.txt -r /tmp/postgres.txt \
 && pip install --no-cache-dir --no-deps /tmp/*.whl \
 && rm /tmp/*.txt /tmp/*.whl \
 && useradd --system --create-home --home-dir /data rialto
USER rialto
WORKDIR /data
VOLUME /data
ENV RIALTO_HOST=0.0.0.0 RIALTO_DB=/data/rialto.db
EXPOSE 8017
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8017/readyz')"]
CMD ["rialto", "serve"]
