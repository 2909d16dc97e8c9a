import type { Failure } from '../outcome/failure.ts'
import type { JsonSchemaObject, MissingArguments, Problem, Repair } from '../schema/index.ts'

/** The names, parameters and descriptions by which one model or client knows the tools. */
export interface Dialect {
  readonly name: string
  /** Returns the exposed name of a canonical one. If it returns undefined, the `safe` rule names the tool. */
  expose(canonicalName: string): string | undefined
  /**
   * Returns how a tool is spoken of under an exposed name or an alias. Undefined for a name with neither parameters nor a
   * description of its own. Absent in dialects that only spell names.
   */
  speech?(name: string): Speech | undefined
}

/** A tool as a dialect speaks of it, under one of its names. */
export interface Speech {
  /** Canonical. */
  readonly tool: string
  /** Returns the description that the model is shown, from the tool's own. */
  describe(description: string, names: ExposedNames): string
  /** Returns the schema that the model is shown, from the tool's own. */
  show(schema: JsonSchemaObject): JsonSchemaObject
  /** Reads the arguments that a model gave. Pure. */
  read(given: Arguments): Reading
  /** Returns a valid canonical input in the dialect's own words; undefined if the dialect cannot say it. The reverse of `read`. */
  say(input: Arguments): Arguments | undefined
  /** Returns the place of a problem, such as `edits[0].old`, as the model knows it. */
  place(path: string): string
}

/** The part of a speech that is about parameters. */
export type Wording = Pick<Speech, 'show' | 'read' | 'say' | 'place'>

/** The names of the tools of a run. */
export interface ExposedNames {
  /** Undefined for a tool that is not in the run's set. */
  exposedName(canonicalName: string): string | undefined
}

/** The arguments of a call, by name. */
export type Arguments = Readonly<Record<string, unknown>>

/** Arguments in canonical words, or what is wrong with those that were given. */
export type Reading =
  | { readonly ok: true; readonly arguments: Arguments; readonly repairs: readonly Repair[] }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly missing: MissingArguments | undefined
    }
  | { readonly ok: false; readonly refused: Pick<Failure, 'code' | 'message'> }
