import type { RequestDefinition } from '../definition/definition-schema.ts'
import { headerPattern } from '../definition/definition-schema.ts'
import { type ReadTemplate, readTemplate } from '../template/read-template.ts'
import { textsIn } from '../template/render-json.ts'

/** Headers that the client sets itself. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'te', 'trailer'])

/** Returns what is wrong with a request. Its host is never a model's to choose. Pure. */
export function checkRequest(request: RequestDefinition, known: ReadonlySet<string>): readonly string[] {
  const { url, headers = {}, query = {}, json, form, text, parameters = [], body, credentials = [], method } = request
  const problems = checkUrl(url, known)
  const check = (place: string, template: string) => {
    const read = readTemplate(template, known, { variables: true })
    if (!read.ok) problems.push(...read.problems.map((problem) => `"request.${place}": ${problem}`))
  }
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.has(name.toLowerCase()))
      problems.push(`"request.headers.${name}" is set by the client. Leave it out.`)
    check(`headers.${name}`, value)
  }
  for (const [name, value] of Object.entries(query)) check(`query.${name}`, value)
  for (const value of textsIn(json)) check('json', value)
  for (const [name, value] of Object.entries(form ?? {})) check(`form.${name}`, value)
  if (text !== undefined) check('text', text)
  for (const credential of credentials) {
    if (!('value' in credential)) continue
    checkCredential(credential.value, problems)
    if (credential.in === 'header' && ownHeaders.has(credential.name.toLowerCase()))
      problems.push(`"request.credentials": the header "${credential.name}" is set by the client.`)
  }
  for (const { argument, name, in: place } of parameters) {
    if (place === 'header' && (!headerPattern.test(name) || ownHeaders.has(name.toLowerCase())))
      problems.push(`"request.parameters": the header ${JSON.stringify(name)} cannot be set.`)
    if (!known.has(argument))
      problems.push(`"request.parameters" (${name}): the argument "${argument}" is not a parameter of the tool.`)
  }
  if (body !== undefined && !known.has(body.argument))
    problems.push(`"request.body": the argument "${body.argument}" is not a parameter of the tool.`)
  const bodies = [json, form, text, body].filter((each) => each !== undefined)
  if (bodies.length > 1) problems.push('"request" has several bodies. Give one of "json", "form", "text" and "body".')
  if (bodies.length > 0 && (method === 'GET' || method === 'HEAD'))
    problems.push(`"request.method": a ${method} request has no body.`)
  return problems
}

function checkCredential(value: string, problems: string[]): void {
  const read = readTemplate(value, new Set(), { variables: true })
  if (!read.ok) problems.push(...read.problems.map((problem) => `"request.credentials": ${problem}`))
  else if (!read.parts.some((part) => 'variable' in part))
    problems.push(
      '"request.credentials": refer to a variable of the environment, such as {{env.API_KEY}}, never to the value.',
    )
}

function checkUrl(url: string, known: ReadonlySet<string>): string[] {
  const read: ReadTemplate = readTemplate(url.replaceAll(/\{([A-Za-z0-9_.~-]+)\}(?!\})/g, 'x'), known)
  if (!read.ok) return read.problems.map((problem) => `"request.url": ${problem}`)
  const origin = originOf(url)
  if (origin === undefined)
    return ['"request.url" must begin with "http://" or "https://" and a host without user, password and placeholders.']
  if (hasOddCharacters(url))
    return ['"request.url" must not have spaces, control characters or backslashes, which clients read as other paths.']
  const step = stepIn(url.slice(origin.length))
  if (step !== undefined) return [`"request.url" has the part "${step}", which leads to another path.`]
  const fragment = read.parts.some((part) => 'text' in part && part.text.includes('#'))
  return fragment ? ['"request.url" must not have a fragment ("#").'] : []
}

/** Returns the part of a path that leads up, or to itself; undefined if none does. */
export function stepIn(url: string): string | undefined {
  const [path = ''] = url.split('?')
  return path.split('/').find((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}

/** A client removes line breaks and tabs from a URL, and takes a backslash for a slash. Spaces may be inside of a placeholder. */
function hasOddCharacters(url: string): boolean {
  return /[\s\\\p{Cc}]/u.test(url.replaceAll(/\{\{[^{}]*\}\}/g, ''))
}

/** Returns the origin of a URL template, which is the same whatever the arguments are; undefined if it has none. */
export function originOf(template: string): string | undefined {
  const start = /^(https?:\/\/[^/?#\\{}\s@]+)(?=[/?]|$)/i.exec(template)?.[1]
  const url = start === undefined ? null : URL.parse(start)
  return url === null || url.username !== '' || url.password !== '' ? undefined : url.origin
}
