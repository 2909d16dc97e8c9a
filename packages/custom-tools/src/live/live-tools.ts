import type { ToolDescription } from '../definition/definition-schema.ts'

/** A tool as it is now. */
export interface LiveTool {
  /** Canonical. */
  readonly name: string
  readonly origin: 'custom' | 'declarative'
  readonly description: ToolDescription
  /** A text that differs if anything of the tool does. */
  readonly revision: string
}

/** The tools of files and database as they are now. */
export interface LiveTools {
  /** Undefined if it was removed or is disabled. */
  find(name: string): LiveTool | undefined
  list(): readonly LiveTool[]
  /** Returns the values of the environment of a tool: its own ones, and those that it takes from the operator. */
  environmentOf(tool: LiveTool): Promise<Readonly<Record<string, string>>>
}

/** Returns the part of a tool that a model is shown, as a text: a call is only valid for this. */
export function shapeOf({ description }: LiveTool): string {
  const { parameters, permission, tags, command_type, description: told } = description
  return JSON.stringify([parameters, permission, tags, command_type, told])
}
