import { fail } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { CallerClient, ClientAbility, ClientRoot, ClientSampleReply } from '@drawbridge/core/registry'
import {
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
} from '@modelcontextprotocol/server'
import type { FormAnswer } from '../approval/read-approval-answer.ts'
import { supportsForms } from '../approval/supports-forms.ts'
import type { Exchange } from './exchange.ts'

/** A way to send requests to a client while its call runs. */
export type SendRequest = (key: string, request: InputRequest, signal: AbortSignal) => Promise<unknown>

export interface CallerClientOptions {
  readonly abilities: ReadonlySet<ClientAbility>
  readonly send: SendRequest
  /** Returns the signal that ends all requests. Asked at the first one. */
  signal(): AbortSignal
  readonly log: NonNullable<Exchange['log']>
  /** Called with what a tool wanted and the client cannot do. */
  onMissing(ability: ClientAbility): void
}

const words: Readonly<Record<ClientAbility, string>> = {
  elicit: 'show forms to its user',
  sample: 'let others use its model',
  listRoots: 'name its folders',
}

/** Creates the client as a tool of one call sees it. */
export function createCallerClient({ abilities, send, signal, log, onMissing }: CallerClientOptions): CallerClient {
  let count = 0
  const request = (ability: ClientAbility, what: () => InputRequest, key?: string): Promise<unknown> => {
    if (!abilities.has(ability)) {
      onMissing(ability)
      return Promise.resolve().then(() =>
        fail('tool_not_available', `The client that sent this call cannot ${words[ability]}, which the tool needs.`),
      )
    }
    count += 1
    return send(key ?? `request_${count}`, what(), signal())
  }
  return {
    abilities,
    elicit: async ({ message, requestedSchema }, { key } = {}) => {
      // The schema is a tool's own; a client that cannot show it declines.
      const form = { mode: 'form', message, requestedSchema } as unknown as ElicitRequestFormParams
      const { action, content } = (await request('elicit', () => inputRequired.elicit(form), key)) as FormAnswer
      return content === undefined ? { action } : { action, content }
    },
    sample: async (sample, { key } = {}) => {
      const params = sample as unknown as CreateMessageRequestParams
      return (await request('sample', () => inputRequired.createMessage(params), key)) as ClientSampleReply
    },
    listRoots: async ({ key } = {}) => {
      const { roots } = (await request('listRoots', () => inputRequired.listRoots(), key)) as {
        readonly roots: readonly ClientRoot[]
      }
      return roots
    },
    log: (level, data) => log(data, level),
  }
}

/** Returns what a client with these capabilities can be asked for. */
export function abilitiesOf(capabilities: unknown, elicitation: boolean): ReadonlySet<ClientAbility> {
  const has = (name: string) => isJsonObject(capabilities) && isJsonObject(capabilities[name])
  const abilities = new Set<ClientAbility>()
  if (elicitation && supportsForms(capabilities)) abilities.add('elicit')
  if (has('sampling')) abilities.add('sample')
  if (has('roots')) abilities.add('listRoots')
  return abilities
}
