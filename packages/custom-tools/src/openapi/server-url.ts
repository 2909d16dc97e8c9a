import { isJsonObject } from '@drawbridge/core/base'
import { originOf } from '../http/check-request.ts'
import { NotImported } from './references.ts'

/** The operator's choices for servers. */
export interface ServerOptions {
  /** In place of the servers of the document. */
  readonly server?: string | undefined
  /** Values of variables of the server's URL, by name. */
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/**
 * Returns the URL of the first server, without a slash at its end. Its variables get their values here, from the operator or the
 * document, and never from a model.
 * @throws NotImported if it has no host, or a variable no value.
 */
export function serverUrl(servers: unknown, { server, variables = {} }: ServerOptions): string {
  const [first] = Array.isArray(servers) ? servers : []
  const described = isJsonObject(first) ? first : {}
  const template = server ?? (typeof described.url === 'string' ? described.url : '/')
  const known = isJsonObject(described.variables) ? described.variables : {}
  const url = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const given = Object.hasOwn(known, name) ? known[name] : undefined
    const variable = isJsonObject(given) ? given : {}
    const value = Object.hasOwn(variables, name) ? variables[name] : variable.default
    if (typeof value !== 'string')
      throw new NotImported(`the variable "${name}" of its server has no value. Give one with --variables`)
    if (Array.isArray(variable.enum) && !variable.enum.includes(value))
      throw new NotImported(`the variable "${name}" of its server cannot be ${JSON.stringify(value)}`)
    return value
  })
  if (url.startsWith('/') || !url.includes('://'))
    throw new NotImported(`its server ${JSON.stringify(url)} has no host. Give the whole URL with --server`)
  if (originOf(url) === undefined || /[{}?#]/.test(url))
    throw new NotImported(`its server ${JSON.stringify(url.slice(0, 200))} is not a plain http or https URL`)
  return url.replace(/\/+$/, '')
}
