import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { PolicyTest } from '../config/sections.ts'
import type { PolicyContent } from './database-policy.ts'

/** A policy in a file, with its tests. */
export interface ParsedPolicy {
  readonly content: PolicyContent
  /** Absent if the file has none. */
  readonly tests?: readonly PolicyTest[]
}

/**
 * Reads the text of a policy, JSON with comments. What its sections say is checked when it is applied.
 * @throws DrawbridgeError `invalid_option` if it is not an object.
 */
export function parsePolicy(text: string, file: string): ParsedPolicy {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new DrawbridgeError('invalid_option', `${file}:${line}: not JSON: ${printParseErrorCode(error.error)}.`)
  }
  if (!isJsonObject(value)) throw new DrawbridgeError('invalid_option', `${file}: a policy is an object of sections.`)
  const { tests, $schema: _, ...content } = value
  if (tests !== undefined && !Array.isArray(tests))
    throw new DrawbridgeError('invalid_option', `${file}: "tests" is a list of calls with their verdicts.`)
  return { content, ...(tests === undefined ? {} : { tests: tests as readonly PolicyTest[] }) }
}
