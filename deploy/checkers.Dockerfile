# checkers alone, for clusters: see docs/cluster.md. From a clone's folder:
#
#   docker build -f deploy/checkers.Dockerfile -t checkers .
#   docker run --rm -v "$PWD:/work" checkers selfplay --games 1000 round1.games

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -o /checkers ./cmd/checkers

FROM debian:bookworm-slim
COPY --from=build /checkers /usr/local/bin/
WORKDIR /work
ENTRYPOINT ["checkers"]
CMD ["--help"]
