import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type ClientCapabilities,
  type ClientOptions,
  PROTOCOL_VERSION_META_KEY,
  type ProtocolEra,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client'
import type { ServerDefinition } from '../section/server-schema.ts'
import { createPlainCalls, type PlainCalls } from './plain-calls.ts'
import type { StdioTransport } from './stdio-transport.ts'

/** An open connection to a server. */
export interface Link {
  readonly client: Client
  readonly era: ProtocolEra
  /** The shorter way for calls of tools. Undefined for a server at an address. */
  readonly plainCalls?: PlainCalls
  /** Settles when it is gone, with the reason. Never rejects. */
  readonly lost: Promise<string>
  /** The end of the error output of its program; empty for a server at an address. */
  errors(): string
  close(): Promise<void>
}

/** The lists of a server that changed. */
export type ChangedList = 'tools' | 'prompts' | 'resources'

export interface OpenLinkOptions {
  readonly era: NonNullable<ServerDefinition['era']>
  /** True if the server is known to speak a revision of before 2026-07-28: it is not asked. */
  readonly isKnownLegacy: boolean
  readonly startMs: number
  readonly capabilities: ClientCapabilities
  readonly signal: AbortSignal
  createTransport(): Promise<Transport | StdioTransport>
  onChanged(list: ChangedList): void
  /** Sets the handlers for the server's own requests, before the connection opens. */
  prepare(client: Client): void
}

/** The time that a program has to say that it speaks the newest revision, in milliseconds, if it may be an older one: those often say nothing. */
const probeMs = 3_000
const modernVersion = '2026-07-28'
const clientInfo = { name: 'drawbridge', version: '0.1.0' }

/** Opens a connection. A server whose program dies of the first question is started once more, as one of the older revisions. */
export async function openLink(options: OpenLinkOptions): Promise<Link> {
  const { era, isKnownLegacy } = options
  if (era === 'legacy' || (era === 'auto' && isKnownLegacy)) return connect('legacy', options)
  if (era === 'modern') return connect({ pin: modernVersion }, options)
  try {
    return await connect('auto', options)
  } catch (error) {
    if (!diedOfProbe(error)) throw error
    return connect('legacy', options)
  }
}

function diedOfProbe(error: unknown): boolean {
  return (
    SdkError.isInstance(error) &&
    error.code === SdkErrorCode.EraNegotiationFailed &&
    error.message.includes('the connection closed during')
  )
}

async function connect(mode: 'legacy' | 'auto' | { readonly pin: string }, options: OpenLinkOptions): Promise<Link> {
  const { startMs, signal } = options
  const transport = await options.createTransport()
  // A server at an address always answers: its silence says nothing about the revision, and only its start may take so long.
  const patienceMs = mode === 'auto' && 'errors' in transport ? Math.min(probeMs, startMs) : startMs
  const changed = (list: ChangedList) => ({
    autoRefresh: false,
    debounceMs: 50,
    onChanged: () => options.onChanged(list),
  })
  const settings: ClientOptions = {
    capabilities: options.capabilities,
    versionNegotiation: { mode, probe: { timeoutMs: patienceMs } },
    inputRequired: { maxRounds: 8 },
    // Results are checked by us: a breach is reported, and the content kept.
    jsonSchemaValidator: {
      getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
    },
    listChanged: { tools: changed('tools'), prompts: changed('prompts'), resources: changed('resources') },
  }
  const client = new Client(clientInfo, settings)
  options.prepare(client)
  const lost = Promise.withResolvers<string>()
  const errors = () => ('errors' in transport ? transport.errors() : '')
  let plainCalls: PlainCalls | undefined
  client.onclose = () => {
    plainCalls?.end()
    lost.resolve('The connection ended.')
  }
  client.onerror = () => undefined
  try {
    await client.connect(transport, { timeout: startMs, signal })
  } catch (error) {
    const said = errors().trim()
    await client.close().catch(() => undefined)
    await transport.close().catch(() => undefined)
    throw said === '' ? error : withErrors(error, said)
  }
  const version = client.getNegotiatedProtocolVersion()
  const era = client.getProtocolEra() ?? 'legacy'
  if ('errors' in transport) {
    plainCalls = createPlainCalls({
      transport,
      envelope:
        era === 'legacy'
          ? undefined
          : {
              [PROTOCOL_VERSION_META_KEY]: version,
              [CLIENT_INFO_META_KEY]: clientInfo,
              [CLIENT_CAPABILITIES_META_KEY]: options.capabilities,
            },
      askSdk: (params, how) =>
        client.callTool(params, {
          ...how,
          toolDefinition: { name: params.name, inputSchema: { type: 'object' } },
        }),
    })
  }
  return {
    client,
    era,
    ...(plainCalls === undefined ? {} : { plainCalls }),
    lost: lost.promise,
    errors,
    close: async () => {
      if ('terminateSession' in transport && typeof transport.terminateSession === 'function') {
        await endSession(() => (transport as { terminateSession(): Promise<void> }).terminateSession())
      }
      await client.close()
    },
  }
}

/** A server that does not answer is left without a farewell. */
async function endSession(terminate: () => Promise<void>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref())
  await Promise.race([terminate().catch(() => undefined), patience])
}

function withErrors(error: unknown, said: string): Error {
  const known = error instanceof Error ? error : new Error(String(error))
  return Object.assign(known, { said })
}
