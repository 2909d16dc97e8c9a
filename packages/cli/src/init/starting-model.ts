import type { Terminal } from '@drawbridge/room'
import { UsageError } from '../command-line/usage-error.ts'

/** The model that agents use from the start. */
export interface StartingModel {
  /** `provider/name`. */
  readonly id: string
  /** The address of a server that speaks the format of OpenAI; undefined for a known provider. */
  readonly url?: string
}

/** The variables that the keys of known providers come from. */
const keyVariables: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
}

/** The name of the provider that an address gets. */
const ownProvider = 'local'

/** Returns the model that is meant; undefined for none. Throws `UsageError` that names the ways out. */
export function readStartingModel(model = '', url = ''): StartingModel | undefined {
  const [name, address] = [model.trim(), url.trim()]
  if (name === '' && address === '') return undefined
  if (name === '') throw new UsageError('--model-url needs the name of a model: --model NAME.')
  if (address !== '') {
    if (!/^https?:\/\//.test(address) || !URL.canParse(address))
      throw new UsageError(`"${address}" is not an address of a server. Write http://127.0.0.1:11434/v1, for example.`)
    return { id: name.startsWith(`${ownProvider}/`) ? name : `${ownProvider}/${name}`, url: address }
  }
  const [provider = '', rest = ''] = name.split(/\/(.*)/s)
  if (Object.hasOwn(keyVariables, provider) && rest !== '') return { id: name }
  throw new UsageError(
    `"${name}" is not a model of a known provider. Write anthropic/NAME, openai/NAME or google/NAME, or give the address of another server with --model-url.`,
  )
}

/** Asks the person at the terminal for a model. Enter takes none. Undefined once the terminal is closed. */
export async function askModel(
  terminal: Pick<Terminal, 'write' | 'readLine'>,
  signal: AbortSignal,
): Promise<{ readonly model: StartingModel | undefined } | undefined> {
  terminal.write(
    '\nWhich model should agents use?\n  Type anthropic/NAME, openai/NAME or google/NAME; for another server NAME and its address, such as llama http://127.0.0.1:11434/v1.\nEnter takes none.\n',
  )
  while (true) {
    terminal.write('> ')
    const line = await terminal.readLine(signal)
    if (line === undefined) return undefined
    const [name, address, ...more] = line.trim().split(/\s+/)
    try {
      if (more.length > 0) throw new UsageError('Type one name, and at most one address behind it.')
      return { model: readStartingModel(name, address) }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      terminal.write(`${error.message}\n`)
    }
  }
}

/** Returns the lines of the section `models` in a first configuration. */
export function modelLines(model: StartingModel | undefined): string {
  if (model === undefined) return '    // "default": "anthropic/claude-sonnet-4-5",'
  const own = `    "default": ${JSON.stringify(model.id)},`
  if (model.url === undefined) return own
  const provider = { [ownProvider]: { type: 'openai-compatible', url: model.url } }
  return `${own}\n    "providers": ${JSON.stringify(provider)},`
}

/** Returns what must be done before the model answers, in a sentence; undefined without a model. */
export function keyAdvice(model: StartingModel | undefined): string | undefined {
  if (model === undefined) return undefined
  const variable = keyVariables[model.id.split('/')[0] ?? '']
  return variable === undefined
    ? `Agents use ${model.id} at ${model.url ?? ''}.`
    : `Agents use ${model.id}; put its key into the variable ${variable}, or store it with \`drawbridge secrets set\`.`
}
