import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** In characters. */
const maxNameLength = 128

const ownName = /^[a-z][a-z0-9_]*(\.[a-z0-9_-]+)+$/
const foreignName = /^[a-z][a-z0-9_]*(\.[a-z0-9_-]+)*\.[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*$/

/** Throws unless `name` can be a canonical name: `group.tool`; foreign tools keep the spelling of their own part. */
export function assertCanonicalName(name: string, { foreign }: { readonly foreign: boolean }): void {
  if (name.length > maxNameLength) {
    throw invalidName(name, `has ${name.length} characters; at most ${maxNameLength} are allowed`)
  }
  if (!(foreign ? foreignName : ownName).test(name)) {
    throw invalidName(name, 'is not of the form group.tool in lower case, digits, "_" and "-", such as "fs.read_file"')
  }
}

function invalidName(name: string, problem: string): DrawbridgeError {
  return new DrawbridgeError('invalid_tool_name', `The tool name ${JSON.stringify(name)} ${problem}.`)
}
