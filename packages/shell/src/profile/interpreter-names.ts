import { interpreters } from './families/interpreters.ts'

/** Whether a program runs scripts in a language, so that its bare name says nothing about what will happen. */
export function isInterpreterName(name: string): boolean {
  return Object.hasOwn(interpreters, name) || Object.hasOwn(interpreters, name.replace(/[\d.]+$/, ''))
}
