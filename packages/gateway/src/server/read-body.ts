import { isJsonObject } from '@drawbridge/core/base'
import { Problem, refuse } from '../problem/problem.ts'

const deepest = 64

/** Reads the body of a request as JSON. Refuses a body that is not JSON, too long, too deep, or holds keys that programs stumble over. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') refuse('wrong_type', 'Send the header Content-Type: application/json.')
  const text = await readText(request, maxBytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse('bad_request', 'The body is not JSON.')
  }
  const objection = objectionTo(value, deepest)
  if (objection !== undefined) refuse('bad_request', objection)
  return value
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    refuse('too_large', `The body may have ${maxBytes} bytes. The setting gateway.maxBodyBytes says so.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) tooLarge()
  if (request.body === null) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, bytes] = ['', 0]
  try {
    for await (const chunk of request.body) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) tooLarge()
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof TypeError) refuse('bad_request', 'The body is not UTF-8.')
    refuse('bad_request', 'The body broke off.')
  }
}

const reserved = new Set(['__proto__', 'constructor', 'prototype'])

function objectionTo(value: unknown, depth: number): string | undefined {
  if (depth === 0) return `The body is nested more than ${deepest} levels deep.`
  if (Array.isArray(value)) return firstObjection(value, depth)
  if (!isJsonObject(value)) return undefined
  const key = Object.keys(value).find((each) => reserved.has(each))
  return key === undefined
    ? firstObjection(Object.values(value), depth)
    : `The key ${JSON.stringify(key)} is not allowed.`
}

function firstObjection(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const objection = objectionTo(value, depth - 1)
    if (objection !== undefined) return objection
  }
  return undefined
}
