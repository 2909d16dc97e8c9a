import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewaySection, User } from '@drawbridge/access'
import type { UserRole } from '@drawbridge/room'
import { createDrawbridge, type DrawbridgeOptions } from '@drawbridge/sdk'
import { onTestFinished } from 'vitest'
import type { PageSource } from '../server/gateway.ts'
import { type OpenGateway, openGateway } from '../server/open-gateway.ts'

/** A gateway of a test, in folders of its own. */
export interface TestGateway extends OpenGateway {
  readonly workspace: string
  readonly home: string
  readonly errors: readonly Error[]
  /** Signs a new user of this role in, and returns what sends its requests. */
  signIn(role: UserRole, name?: string): Promise<TestCaller>
  /** Sends a request as nobody, with the origin of the gateway. */
  send(method: string, path: string, options?: SendOptions): Promise<TestAnswer>
}

export interface SendOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Someone who is signed in. */
export interface TestCaller {
  readonly user: User
  readonly cookie: string
  readonly half: string
  send(method: string, path: string, options?: SendOptions): Promise<TestAnswer>
  /** Creates a key of this user, and returns what sends its requests. */
  key(
    scopes: readonly string[],
    options?: { readonly human?: boolean; readonly agents?: readonly string[] },
  ): Promise<Pick<TestCaller, 'send'> & { readonly secret: string; readonly id: string }>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; the gateway checks their shape.
  readonly json: any
}

/** Opens a gateway, which is closed when the test ends. Every answer is checked against the description. */
export async function openTestGateway({
  section,
  drawbridge: options,
  home: sharedHome,
  script,
  configuration,
  page,
  atEnd = onTestFinished,
}: {
  readonly section?: GatewaySection
  readonly drawbridge?: DrawbridgeOptions
  readonly home?: string
  /** Answers of the model of its agents. */
  readonly script?: readonly ScriptedTurn[]
  /** Sections of the configuration file, with `script`. */
  readonly configuration?: object
  /** The dashboard that it serves. Default: none. */
  readonly page?: PageSource
  /** Takes what closes the gateway. Default: the test that opens it closes it. */
  readonly atEnd?: (close: () => Promise<void>) => void
} = {}): Promise<TestGateway> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-gateway-')))
  const [workspace, home] = [join(root, 'project'), sharedHome ?? join(root, 'home')]
  await mkdir(workspace)
  if (script !== undefined) await writeScriptedHome(home, script, configuration)
  const errors: Error[] = []
  const drawbridge = await createDrawbridge({
    ...{ workspace, home, dialect: 'canonical', record: 'database' },
    ...options,
    authority: { desk: true, readScope: 'workspace', ...options?.authority },
  })
  const server = await openGateway({
    ...{ drawbridge, build: '0.0.0-test', checksAnswers: true },
    section: { port: 0, ...section },
    ...(page === undefined ? {} : { page }),
    onError: (error) => errors.push(error),
  })
  atEnd(async () => {
    try {
      await server.stop()
      await drawbridge[Symbol.asyncDispose]()
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
  const { access, cookieName } = server.gateway
  const send =
    (base: Readonly<Record<string, string>>) =>
    async (method: string, path: string, sent: SendOptions = {}) => {
      const headers = {
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...base,
        ...sent.headers,
      }
      const response = await fetch(new URL(path, server.url), {
        ...{ method, headers, redirect: 'manual' },
        ...(sent.body === undefined
          ? {}
          : { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }),
      })
      const text = await response.text()
      const isJson = /json\b/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
    }
  const signIn = async (role: UserRole, name = `${role}-${randomUUID().slice(0, 8)}`): Promise<TestCaller> => {
    const created = await access.users.create({ name, role, createdBy: 'test' })
    if (typeof created === 'string') throw new Error(`${name} is ${created}`)
    const { user } = created
    const { halves } = await access.sessions.create({ userId: user.id, device: 'test', address: '127.0.0.1' })
    const { cookie, half } = halves
    const headers = { origin: server.url, cookie: `${cookieName}=${cookie}`, 'x-drawbridge-session': half }
    return {
      ...{ user, cookie, half },
      send: send(headers),
      key: async (scopes, { human = false, agents } = {}) => {
        const wanted = { userId: user.id, name: 'k', scopes, human, agents, createdBy: name }
        const { key, secret } = await access.keys.create(wanted)
        return { secret, id: key.id, send: send({ authorization: `Bearer ${secret}` }) }
      },
    }
  }
  return { ...server, workspace, home, errors, signIn, send: send({ origin: server.url }) }
}

/** One turn of the scripted model of a test. */
interface ScriptedTurn {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
  readonly expect?: string
  readonly error?: string
}

/** Writes a home whose agents are answered by a script. @param more Further sections of the configuration. */
export async function writeScriptedHome(
  home: string,
  turns: readonly ScriptedTurn[],
  more: object = {},
): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const models = { default: 'demo/script', providers: { demo: { type: 'scripted', script: 'script.json' } } }
  await writeFile(join(home, 'script.json'), JSON.stringify(turns))
  await writeFile(join(home, 'drawbridge.jsonc'), JSON.stringify({ models, ...more }), { mode: 0o600 })
}
