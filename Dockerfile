# Studbook's server with the built web app. `docker build .` builds the production image.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS workspace
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
RUN npm install --global "$(node --print 'require("./package.json").packageManager')"
COPY apps/api/package.json apps/api/
COPY packages/db/package.json packages/db/
COPY packages/domain/package.json packages/domain/

FROM workspace AS web
COPY apps/web/package.json apps/web/
COPY packages/chromium/package.json packages/chromium/
COPY packages/ui/package.json packages/ui/
RUN --mount=type=cache,id=pnpm,target=/pnpm \
  pnpm install --frozen-lockfile --store-dir=/pnpm \
  --filter @studbook/web --filter @studbook/ui --filter @studbook/domain \
  && mkdir sbom \
  && pnpm sbom --store-dir=/pnpm --sbom-format cyclonedx --sbom-spec-version 1.6 --sbom-type application \
  --prod --filter @studbook/web --out sbom/web.cdx.json
COPY tsconfig.base.json ./
COPY packages/domain packages/domain
COPY packages/ui packages/ui
COPY apps/web apps/web
RUN cd apps/web && node --run build

# Node.js refuses to strip types under node_modules, so the image runs the workspace itself.
FROM workspace AS server
RUN --mount=type=cache,id=pnpm,target=/pnpm \
  pnpm install --frozen-lockfile --store-dir=/pnpm --prod --filter-prod "@studbook/api..." \
  && mkdir sbom \
  && pnpm sbom --store-dir=/pnpm --sbom-format cyclonedx --sbom-spec-version 1.6 --sbom-type application \
  --prod --filter @studbook/api --out sbom/server.cdx.json \
  # Peer dependencies of packages that need only their types
  && rm -r node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+* \
  # Types and source maps, which are not used at run time
  && find node_modules/.pnpm -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.[cm]ts" \) -delete
COPY packages/domain packages/domain
COPY packages/db packages/db
COPY apps/api apps/api
COPY --from=web /app/apps/web/dist apps/web/dist
COPY --from=web /app/sbom sbom

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data \
  && printf '#!/bin/sh\nexec node /app/apps/api/src/cli/main.ts "$@"\n' > /usr/local/bin/studbook \
  && chmod 755 /usr/local/bin/studbook
WORKDIR /app
COPY --from=server /app/node_modules node_modules
COPY --from=server /app/packages packages
COPY --from=server /app/apps apps
COPY --from=server /app/sbom sbom
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --retries=3 --start-period=5m --start-interval=1s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { headers: { \"User-Agent\": \"studbook-health-check\" } }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Lets the heap grow to three times its live size before it is collected. With the default, about a third on top,
# full collections ran every two seconds under load and took a tenth of the main thread's time. With this limit of old space, a
# container with 512 MB uses up to 404 MB under load, and up to 64 MB more for stored responses. Near the limit V8 begins
# collections early: with 192 MB, reads that are not in memory took 15% more processor time.
# Without the memory reducer a server at rest does not compact its 60 MB every two minutes, which took 200 ms each time.
# With one helper thread a full collection leaves the main thread its core, and under overload on two cores the p99 of
# refusals is 75 ms instead of 105 ms.
CMD ["node", "--heap-growing-percent=200", "--max-old-space-size=256", "--no-memory-reducer", "--v8-pool-size=1", "apps/api/src/main.ts"]
ARG VERSION=unknown
ARG REVISION=unknown
ENV STUDBOOK_VERSION=${VERSION} STUDBOOK_REVISION=${REVISION}
LABEL org.opencontainers.image.title="Studbook" \
  org.opencontainers.image.description="A marketplace for dog stud listings" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
