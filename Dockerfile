FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY build.mjs tsconfig.json ./
COPY shared shared
COPY client client
COPY server server
COPY public public
RUN npm run build

FROM node:24.21.0-slim
LABEL org.opencontainers.image.title="Bilingual site" \
      org.opencontainers.image.description="A company website in Chinese and English with a streaming React renderer and an embedded content API" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/dist dist
COPY --from=build /app/server/content/sample server/content/sample
COPY LICENSE ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A small nursery: 40 MB less after load, and no slower.
CMD ["node", "--max-semi-space-size=4", "dist/server/main.js"]
