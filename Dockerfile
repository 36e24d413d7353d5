FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run standalone -- /out && cp scripts/healthcheck.mjs /out/

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 DOCENT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /out ./
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "healthcheck.mjs"]
CMD ["node", "server.js"]
