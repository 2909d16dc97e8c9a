import type { GuardedClient } from '@drawbridge/net'

/** The part of the guarded client that web tools use. */
export type WebClient = Pick<GuardedClient, 'request'>

/** Makes the client at the first call that needs one, so that other calls load none of it. */
export type WebClientSource = () => WebClient | Promise<WebClient>
