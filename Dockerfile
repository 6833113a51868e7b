FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY build.mjs tsconfig.json ./
COPY shared shared
COPY client client
COPY server server
COPY public public
# The build id is a digest of the build's contents. BUILD_ID overrides it; SOURCE_DATE_EPOCH (seconds) sets its date.
ARG BUILD_ID=
ARG SOURCE_DATE_EPOCH=
RUN npm run build && mkdir /data
# The only packages that are not in the bundles: sharp has native code, 20 MB.
RUN mkdir /native && \
  cp -r --parents node_modules/sharp node_modules/@img node_modules/detect-libc node_modules/semver /native

FROM node:24.21.0-slim
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Bilingual site" \
      org.opencontainers.image.description="A company website in Chinese and English with a streaming React renderer and an embedded content API" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-slim"
# One arena of glibc's malloc: 35 MB less RSS after load.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build --chown=node:node /data /data
COPY --from=build /app/dist dist
COPY --from=build /app/server/content/sample server/content/sample
COPY --from=build /app/server/content/starter server/content/starter
COPY --from=build /native ./
COPY LICENSE ./
USER node
VOLUME /data
EXPOSE 3000
# HEALTHCHECK and ENTRYPOINT run without a shell; the process writes to /data only.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation: 30 MB less RSS after load.
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/server/main.js"]
CMD ["serve"]
