export { type LoopbackServer, serveHttp, serveTcp, serveText } from './loopback-server.ts'
export { createWatchedClient, type WatchedClient, type WatchedClientOptions } from './watched-client.ts'
