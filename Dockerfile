# The current LTS; the gate also runs on the oldest supported Node (package.json, engines).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
COPY console console
COPY tools tools
RUN npm run --silent build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir -m 700 /data && chown 1000:1000 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# docker build --build-arg COMMIT="$(git rev-parse HEAD)" puts the commit into the metrics.
ARG COMMIT
ENV BUILD_COMMIT=$COMMIT
# A number, so that an orchestrator can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation of V8, and no objects that it places in the old one from the start, save memory (docs/benchmarks.md, "Start and memory").
# WORKERS=n starts n processes that share the port; the first process passes signals on to them.
CMD ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "dist/src/main.js"]
