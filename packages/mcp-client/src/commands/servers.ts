import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean, escapeToOneLine } from '@drawbridge/core/base'
import { createScrubber } from '@drawbridge/core/scrub'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { replaceSettingsFile } from '@drawbridge/sandbox/settings-file'
import { createTwoFilesPatch } from 'diff'
import { createConsentStore } from '../consent/consent-store.ts'
import { clientFiles, clientNames } from '../import/client/client-files.ts'
import { inputsIn, withInput } from '../import/client/interpolation.ts'
import { renderServer } from '../import/client/render-server.ts'
import { type OwnConfiguration, readOwnConfiguration } from '../import/disk/own-configuration.ts'
import { loadSyntax } from '../import/document/syntaxes.ts'
import type { WrittenServer } from '../import/plan/server-definition.ts'
import type { McpSection } from '../section/mcp-section.ts'
import { dryRunOption, jsonOption, operatorFile } from './options.ts'

type Invocation = CommandInvocation<McpSection>

const serverArgument = { name: 'server', summary: 'id of the server' }

/** Lists the servers of the operator's file. */
export const listCommand: RoomCommand<McpSection> = {
  options: [jsonOption],
  examples: [['The servers that there are', 'drawbridge mcp list']],
  run: async (invocation) => {
    const { options, io } = invocation
    const { servers } = await readOwnConfiguration(operatorFile(invocation))
    const consents = createConsentStore(invocation.ground.database)
    const shown = await Promise.all(
      Object.entries(servers).map(async ([id, server]) => ({
        id,
        ...stateOf(server),
        agreed: (await consents.read(id)).server !== undefined,
        server,
      })),
    )
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ servers: shown })}\n`))
    if (shown.length === 0)
      return void (await io.diagnostics.write('There are no MCP servers. See: drawbridge mcp import\n'))
    await io.output.write(
      shown
        .map(({ id, enabled, needs, agreed, server }) => {
          const state =
            needs.length > 0 ? `needs input: ${needs.map(escapeToOneLine).join(', ')}` : enabled ? 'on' : 'off'
          const next =
            agreed || state !== 'on'
              ? ''
              : `  Nobody agreed to its tools yet, so no model sees them: drawbridge mcp consent ${escapeToOneLine(id)}\n`
          return `${escapeToOneLine(id)}  ${state}  ${escapeToOneLine(describeLaunch(server))}\n${next}`
        })
        .join(''),
    )
  },
}

/** Adds a server to the operator's file. */
export const addCommand: RoomCommand<McpSection> = {
  arguments: [
    serverArgument,
    { name: 'start', summary: 'the address of a server over HTTP, or a program with its arguments', variadic: true },
  ],
  options: [
    { flags: '--env <names>', summary: 'variables of the environment to pass on, with commas' },
    { flags: '--secrets <pairs>', summary: 'variables from stored secrets, as NAME=SECRET with commas' },
    { flags: '--bearer <secret>', summary: 'the stored secret that an HTTP server takes as its token' },
    { flags: '--sse', summary: 'the server speaks the older way over HTTP' },
    { flags: '--replace', summary: 'replace a server with this id' },
    dryRunOption,
    jsonOption,
  ],
  examples: [
    ['A program', 'drawbridge mcp add files -- npx -y @modelcontextprotocol/server-filesystem /srv/files'],
    ['An address with a stored token', 'drawbridge mcp add tracker https://mcp.example.com/mcp --bearer TRACKER_TOKEN'],
  ],
  run: async (invocation) => {
    const {
      arguments: [id = '', ...start],
      options,
    } = invocation
    const own = await readOwnConfiguration(operatorFile(invocation))
    if (Object.hasOwn(own.servers, id) && options.replace !== true)
      throw invalid(`There is a server ${JSON.stringify(id)} already. --replace replaces it.`)
    const server = newServer(start, invocation)
    await checkReferences(server, invocation)
    return await write(invocation, own, { [id]: server }, `Added "${id}".`)
  },
}

export const enableCommand = switching('on', ['Switch a server on', 'drawbridge mcp enable files'])
export const disableCommand = switching('off', ['Switch a server off', 'drawbridge mcp disable files'])

/** Removes a server from the operator's file. */
export const removeCommand: RoomCommand<McpSection> = {
  arguments: [serverArgument],
  options: [dryRunOption, jsonOption],
  examples: [['Remove a server', 'drawbridge mcp remove files']],
  run: async (invocation) => {
    const {
      arguments: [id = ''],
    } = invocation
    const own = await readOwnConfiguration(operatorFile(invocation))
    needServer(own, id)
    return await write(
      invocation,
      own,
      { [id]: undefined },
      `Removed "${id}". Secrets that only it used stay: drawbridge secrets list`,
    )
  },
}

/** Prints servers in the form of a client. References to secrets stay references of ours, so nothing secret is shown. */
export const exportCommand: RoomCommand<McpSection> = {
  arguments: [
    { name: 'client', summary: `one of ${clientNames.join(', ')}` },
    { name: 'servers', summary: 'ids; all if none is named', required: false, variadic: true },
  ],
  examples: [['All servers for a client', 'drawbridge mcp export cursor']],
  run: async (invocation) => {
    const {
      arguments: [client = '', ...ids],
      io,
    } = invocation
    const file = clientFiles.find((each) => each.client === client)
    if (file === undefined)
      throw invalid(`The client ${JSON.stringify(client)} is not known.${didYouMean(client, clientNames)}`)
    const own = await readOwnConfiguration(operatorFile(invocation))
    const syntax = await loadSyntax(file.syntax)
    const chosen = ids.length === 0 ? Object.keys(own.servers) : ids
    let text = ''
    for (const id of chosen) {
      const server = needServer(own, id)
      const rendered = renderServer(file, id, server)
      const path = [...file.root, file.isList === true ? { name: id } : id]
      const next = syntax.set(text, path, rendered)
      if (next === undefined) throw invalid(`${JSON.stringify(id)} cannot be written for ${file.title}.`)
      text = next
    }
    if (/\$\{(?:secret|env):|<input:/.test(text))
      await io.diagnostics.write(
        `References such as \${secret:NAME} mean nothing to ${file.title}: put values or its own references in their place.\n`,
      )
    await io.output.write(text)
  },
}

function switching(
  state: 'on' | 'off',
  example: readonly [purpose: string, commandLine: string],
): RoomCommand<McpSection> {
  return {
    arguments: [serverArgument],
    options: [dryRunOption, jsonOption],
    examples: [example],
    run: async (invocation) => {
      const {
        arguments: [id = ''],
      } = invocation
      const own = await readOwnConfiguration(operatorFile(invocation))
      const { enabled: _before, ...server } = needServer(own, id)
      const next = state === 'off' ? { ...server, enabled: false } : await filledIn(id, server, invocation)
      return await write(invocation, own, { [id]: next }, `Switched "${id}" ${state}.`)
    },
  }
}

/** Puts references to secrets and variables where the server waits for inputs. */
async function filledIn(id: string, server: WrittenServer, { ground }: Invocation): Promise<WrittenServer> {
  const needs = inputsIn(JSON.stringify(server))
  if (needs.length === 0) return server
  const kept = await secretNames(ground)
  let text = JSON.stringify(server)
  for (const need of needs) {
    const secret = need.replaceAll(/[^\w.-]+/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
    if (kept.has(secret)) text = withInput(text, need, `\${secret:${secret}}`)
    else if (ground.environment[need] !== undefined) text = withInput(text, need, `\${env:${need}}`)
    else
      throw invalid(
        `"${id}" needs the input ${JSON.stringify(need)}. Keep it: drawbridge secrets set ${secret}. Then enable the server again.`,
      )
  }
  return JSON.parse(text)
}

async function secretNames({ database, home, environment, clock }: Invocation['ground']): Promise<ReadonlySet<string>> {
  const found = await database.find()
  if (found === undefined) return new Set()
  const { createKeySource, createSecretRepository } = await import('@drawbridge/store/secrets')
  const keys = createKeySource({ home, environment })
  const kept = await createSecretRepository({ database: found, keys, clock }).list()
  return new Set(kept.map(({ name }) => name))
}

/** A reference to nothing would make the whole configuration invalid. */
async function checkReferences(server: WrittenServer, { ground }: Invocation): Promise<void> {
  const references = [...JSON.stringify(server).matchAll(/\$\{(secret|env):([^}]*)\}/g)]
  const kept = references.length === 0 ? new Set<string>() : await secretNames(ground)
  for (const [, kind, name = ''] of references) {
    if (kind === 'secret' && !kept.has(name))
      throw invalid(`The secret ${JSON.stringify(name)} does not exist. Keep it first: drawbridge secrets set ${name}`)
    if (kind === 'env' && ground.environment[name] === undefined)
      throw invalid(`The environment has no variable ${JSON.stringify(name)}.`)
  }
}

function newServer([first = '', ...rest]: readonly string[], { options }: Invocation): WrittenServer {
  if (/^https?:\/\//.test(first)) {
    if (rest.length > 0) throw invalid('An address takes no arguments.')
    if (options.env !== undefined || options.secrets !== undefined)
      throw invalid('--env and --secrets are for programs. Use --bearer.')
    return {
      url: first,
      ...(options.sse === true ? { transport: 'sse' } : {}),
      ...(typeof options.bearer === 'string'
        ? { headers: { Authorization: `Bearer \${secret:${options.bearer}}` } }
        : {}),
    }
  }
  if (options.bearer !== undefined || options.sse !== undefined) throw invalid('--bearer and --sse are for addresses.')
  const env = Object.fromEntries([
    ...words(options.env).map((name) => [name, `\${env:${name}}`] as const),
    ...words(options.secrets).map((pair) => {
      const [name = '', secret = name] = pair.split('=')
      return [name, `\${secret:${secret}}`] as const
    }),
  ])
  return {
    command: first,
    ...(rest.length === 0 ? {} : { args: rest }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  }
}

async function write(
  invocation: Invocation,
  own: OwnConfiguration,
  changes: Readonly<Record<string, WrittenServer | undefined>>,
  done: string,
): Promise<0> {
  const { options, io } = invocation
  const change = own.change(changes)
  const isDry = options.dryRun === true
  if (!isDry) requirePerson(io.environment, 'change servers')
  if (change !== undefined && !isDry)
    await replaceSettingsFile(change.path, { before: change.before, bytes: change.after })
  const changed = change !== undefined
  if (options.json === true) await io.output.write(`${JSON.stringify({ dryRun: isDry, changed })}\n`)
  else if (isDry) await io.output.write(change === undefined ? '' : createScrubber().scrub(patchOf(change)).text)
  else await io.output.write(changed ? `${done}\n` : 'Nothing had to be changed.\n')
  return 0
}

function patchOf({
  path,
  before = new Uint8Array(),
  after,
}: NonNullable<ReturnType<OwnConfiguration['change']>>): string {
  const decoder = new TextDecoder()
  return createTwoFilesPatch(path, path, decoder.decode(before), decoder.decode(after), undefined, undefined, {
    context: 3,
  })
}

function needServer({ servers }: OwnConfiguration, id: string): WrittenServer {
  const server = Object.hasOwn(servers, id) ? servers[id] : undefined
  if (server === undefined)
    throw invalid(`There is no server ${JSON.stringify(id)}.${didYouMean(id, Object.keys(servers))}`)
  return server
}

function stateOf(server: WrittenServer): { readonly enabled: boolean; readonly needs: readonly string[] } {
  return { enabled: server.enabled !== false, needs: inputsIn(JSON.stringify(server)) }
}

function describeLaunch({ command, args = [], url }: WrittenServer): string {
  return typeof url === 'string' ? url : [command, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
}

function words(given: string | boolean | undefined): readonly string[] {
  return typeof given === 'string'
    ? given
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
    : []
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
