# syntax=docker/dockerfile:1
# The product with its pages built: docs/operations.md says how to run it.
FROM node:26-trixie-slim AS build
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY . .
# The image's own Node runs all of it; the one among the packages is for machines that have an older one.
RUN node scripts/compile-emails.mjs \
  && node node_modules/@react-router/dev/bin.cjs build \
  && node scripts/precompress.mjs \
  && npm prune --ignore-scripts --omit=dev \
  && rm -rf node_modules/node-linux-*

FROM node:26-trixie-slim
LABEL org.opencontainers.image.title="Longbay"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/fleet ./fleet
COPY --from=build /app/messages ./messages
COPY --from=build /app/public ./public
COPY --from=build /app/src ./src
USER node
VOLUME /data
EXPOSE 3000
# Stopping takes at most half a minute: what is under way is finished first.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "src/server/main.ts"]
