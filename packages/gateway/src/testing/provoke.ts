import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { z } from 'zod'
import { type ProblemCode, problemCodes } from '../problem/problem-codes.ts'
import { problemsOf, statusOf } from '../route/problems-of.ts'
import type { RouteFacts } from '../route/route-facts.ts'
import type { SendOptions, TestAnswer, TestCaller } from './open-test-gateway.ts'

/** Problems that have nothing to do with what an operation does. */
export const commonProblems = [
  'no_session',
  'wrong_host',
  'wrong_origin',
  'forbidden',
  'not_human',
  'bad_request',
  'too_large',
  'wrong_type',
  'version_needed',
  'idempotency_in_progress',
  'interrupted',
  'idempotency_key_reused',
  'too_many',
  'internal_error',
  'not_available',
  'proof_needed',
] as const satisfies readonly ProblemCode[]

/** Makes an operation answer with one problem. */
export type Provoke = (route: RouteFacts) => Promise<Pick<TestAnswer, 'status' | 'headers' | 'json'>>

/** Parts of a request in place of those that are made up. */
export interface GivenParts extends SendOptions {
  /** The value of each `{name}` in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
}

/** Sends a request to an operation that its schemas accept, with what is given in place of what is made up. */
export function sendSample(
  { send }: Pick<TestCaller, 'send'>,
  route: RouteFacts,
  given: GivenParts = {},
): Promise<TestAnswer> {
  const { body, headers } = { ...bodyOf(route), ...given }
  return send(route.method, pathOf(route, given), {
    ...(body === undefined ? {} : { body }),
    headers: { 'if-match': '"none"', ...headers },
  })
}

/** Returns a path of an operation that its schemas accept, with its query. */
export function pathOf(route: RouteFacts, { params, query }: Pick<GivenParts, 'params' | 'query'> = {}): string {
  const made = { ...samples(route.params), ...params }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(made[name])))
  const asked = new URLSearchParams(samples(route.query) as Record<string, string>)
  return `/v1${path}?${[asked.toString(), query].filter((each) => each).join('&')}`
}

/** Makes every operation that declares a problem answer with it, and checks its status and form. */
export async function provokeEverywhere(
  routes: readonly RouteFacts[],
  code: ProblemCode,
  provoke: Provoke,
): Promise<void> {
  const declaring = routes.filter((route) => problemsOf(route).includes(code))
  expect(declaring).not.toEqual([])
  const wrong: string[] = []
  for (const route of declaring) {
    const { status, headers, json } = await provoke(route)
    const seen = { status, type: headers.get('content-type'), form: formOf(json) }
    if (isDeepStrictEqual(seen, expected(route, code))) continue
    wrong.push(`${route.operation}: ${status} ${JSON.stringify(json?.error ?? json)}`)
  }
  expect(wrong).toEqual([])
}

/** The facts of a refusal that its form demands. */
// biome-ignore lint/suspicious/noExplicitAny: refusals have either form.
function formOf(json: any) {
  if (json?.error !== undefined) return { message: typeof json.error.message, code: json.error.code }
  const { type, title, status, detail, instance, code, retryable } = json ?? {}
  return { type, title, status, detail: typeof detail, instance: /^urn:uuid:/.test(instance), code, retryable }
}

function expected(route: RouteFacts, code: ProblemCode) {
  const status = statusOf(route, code)
  const isOpenAi = route.errors === 'openai'
  const type = `application/${isOpenAi ? '' : 'problem+'}json; charset=utf-8`
  const { title } = problemCodes[code]
  const retryable = ['too_many', 'not_available', 'idempotency_in_progress'].includes(code)
  const form = isOpenAi
    ? { message: 'string', code }
    : { type: `/v1/problems/${code}`, title, status, detail: 'string', instance: true, code, retryable }
  return { status, type, form }
}

function bodyOf({ body, example, operation }: RouteFacts): { readonly body?: unknown } {
  if (body === undefined) return {}
  const made = example?.body ?? knownBodies[operation] ?? sampleOf(body)
  expect([operation, body.safeParse(made).success]).toEqual([operation, true])
  return { body: made }
}

function samples(schema: z.ZodType | undefined): Readonly<Record<string, unknown>> {
  if (schema === undefined) return {}
  return sampleOf(schema) as Record<string, unknown>
}

/** Bodies that a schema checks beyond what JSON Schema says. */
const knownBodies: Readonly<Record<string, object>> = { grantSkill: { agent: 'none' } }

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly minItems?: number
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Returns a small value that a schema accepts. Of alternatives it is the first. */
function sampleOf(schema: z.ZodType): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const sample = ({ type, anyOf, properties = {}, required = [], ...more }: JsonSchema): unknown => {
    if (more.$ref !== undefined) return sample($defs[more.$ref.slice('#/$defs/'.length)] ?? {})
    if (more.enum !== undefined) return more.enum[0]
    if ('const' in more) return more.const
    if (anyOf?.[0] !== undefined) return sample(anyOf[0])
    switch (type) {
      case 'object':
        return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]))
      case 'array':
        return Array.from({ length: more.minItems ?? 0 }, () => sample(more.items ?? {}))
      case 'boolean':
        return true
      case 'integer':
      case 'number':
        return 99
      default:
        return 'none'
    }
  }
  return sample(root)
}
