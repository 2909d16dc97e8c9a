import type { Questioner } from '@drawbridge/core'
import type { QuestionReply } from '@drawbridge/core/question'
import { proposedNote } from '../../elicitation/read-field.ts'
import type { ServerAuth } from '../../section/auth-schema.ts'
import type { ServerDefinition } from '../../section/mcp-section.ts'
import { openScene, type Scene } from '../open-scene.ts'

/** A scenario of the suite with the server that it has started for it. */
export interface SuiteScenario {
  readonly url: string
  readonly scenario: string
  readonly revision: string
  readonly context: {
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[]
    readonly client_id?: string
    readonly client_secret?: string
  }
}

interface SuiteCall {
  readonly name: string
  readonly input: object
}

const id = 'suite'
const prefix = `mcp.${id}.`

/** The document that describes the client, by the address that the suite expects. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'
const redirectUrl = 'http://127.0.0.1:8976/callback'

/** As often as a person would log in again before giving up. */
const mostLogins = 3

/** Does with our manager of servers what a scenario wants of a client: agrees to the server's tools, calls them, and logs in where that is demanded. */
export async function driveScenario(given: SuiteScenario): Promise<void> {
  const scene = await openScene(
    { [id]: definitionOf(given) },
    { internalHosts: ['localhost', '127.0.0.1'], withTools: true },
  )
  try {
    for (let logins = 0; ; logins += 1) {
      const problem = await use(scene, given)
      if (problem === undefined) return
      if (!problem.includes('mcp login') || logins === mostLogins) throw new Error(problem)
      await login(scene)
    }
  } finally {
    await scene.mcp[Symbol.asyncDispose]()
  }
}

function definitionOf({ scenario, revision, url, context }: SuiteScenario): ServerDefinition {
  const { client_id: clientId, client_secret: clientSecret } = context
  const known: ServerAuth =
    clientId === undefined ? { clientMetadataUrl } : { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) }
  const auth: ServerAuth = scenario.startsWith('auth/client-credentials')
    ? { ...known, grant: 'client_credentials' }
    : known
  return {
    url,
    era: revision === '2026-07-28' ? 'modern' : 'legacy',
    timeouts: { startSeconds: 60 },
    ...(scenario.startsWith('auth/') ? { auth } : {}),
  }
}

/** Returns the reason if something was not done for want of a login. */
async function use(scene: Scene, given: SuiteScenario): Promise<string | undefined> {
  try {
    await scene.agree(id)
  } catch (error) {
    return String(error)
  }
  for (const { name, input } of callsOf(given, scene)) {
    const { text } = await scene.run({}, { questioners: [person] }).call({ name, arguments: input })
    if (text.includes('mcp login')) return text
  }
  return undefined
}

/** Takes what the server proposes, and else the first answer there is. */
const person: Questioner = {
  id: 'person',
  ask: async ({ questions }): Promise<QuestionReply> => ({
    status: 'answered',
    answers: questions.map((question) => {
      if (question.kind === 'text') return { chosen: [], text: 'x' }
      if (question.kind === 'yes_no') return { chosen: ['yes'] }
      const { options } = question
      const { label = '' } = options.find(({ description }) => description === proposedNote) ?? options[0] ?? {}
      return { chosen: [label] }
    }),
  }),
}

/** Opens the address as a browser does whose user says yes at once. */
async function login({ mcp }: Scene): Promise<void> {
  const begun = await mcp.logins.begin(id, { redirectUrl })
  const response = await fetch(begun.url, { redirect: 'manual' })
  await begun.finish(new URL(response.headers.get('location') ?? '', begun.url))
}

function callsOf({ scenario, context: { toolCalls = [] } }: SuiteScenario, { registry }: Scene): readonly SuiteCall[] {
  const listed = registry.list().flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []))
  switch (scenario) {
    case 'tools_call':
      return [{ name: `${prefix}add_numbers`, input: { a: 5, b: 3 } }]
    case 'http-custom-headers':
      return toolCalls.map(({ name, arguments: input }) => ({ name: prefix + name, input }))
    case 'http-invalid-tool-headers':
      return listed.map((name) => ({ name, input: { region: 'us-west1' } }))
    case 'json-schema-ref-no-deref':
      return []
    case 'http-standard-headers':
      return [
        ...listed.map((name) => ({ name, input: {} })),
        { name: 'servers.list_resources', input: { server: id } },
        { name: 'servers.read_resource', input: { server: id, uri: 'file:///path/to/file%20name.txt' } },
        { name: 'servers.get_prompt', input: { server: id, name: 'test_prompt' } },
      ]
    default:
      return listed.map((name) => ({ name, input: {} }))
  }
}
