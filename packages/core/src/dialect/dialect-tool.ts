import type { Failure } from '../outcome/failure.ts'
import type { ToolSchema } from '../schema/index.ts'
import type { Arguments } from './dialect.ts'

/** A tool in the table of a dialect. */
export interface DialectTool {
  readonly canonical: string
  /** The name that models are shown. Default: that of the dialect's rule for names. */
  readonly name?: string
  /** In place of the tool's own. Default: the tool's own, with the tools that it names in the dialect's names. */
  readonly description?: string
  /** Default: the tool's own. */
  readonly parameters?: DialectParameters
  /** Further names that a call may have. They are never shown. */
  readonly aliases?: readonly (string | DialectAlias)[]
}

/** A name that calls may have, with parameters of its own. */
export interface DialectAlias {
  readonly name: string
  readonly parameters: DialectParameters
}

/** The parameters of a tool: renamed fields, or a shape of their own. */
export type DialectParameters = RenamedFields | OwnShape

/** Parameters that differ from the tool's own in names. Fields that are not named here keep theirs. */
export interface RenamedFields {
  /** The shown names by canonical ones. */
  readonly names?: Readonly<Record<string, string>>
  /** The canonical names by further ones that a call may use. They are not shown. */
  readonly accepted?: Readonly<Record<string, string>>
  /** The values of canonical fields that the dialect implies. Such a field is not shown; a call may still set it. */
  readonly implied?: Readonly<Record<string, boolean | number | string>>
  /** Fields without a counterpart that change nothing, such as a note for people. They are dropped and not shown. */
  readonly ignored?: readonly string[]
}

/** Parameters with a shape of their own. Its two functions are pure, and each reverses the other. */
export interface OwnShape {
  /** The fields as the model is shown them. Validates at once. */
  readonly schema: ToolSchema<unknown, Arguments>
  /** The shown names by further ones that a call may use. */
  readonly accepted?: Readonly<Record<string, string>>
  readonly ignored?: readonly string[]
  /** Returns the canonical arguments for input that fits `schema`, or the reason why there are none. */
  toCanonical(input: Arguments): Arguments | RefusedArguments
  /** Returns the input for valid canonical arguments; undefined if this shape cannot say them. */
  fromCanonical(input: Arguments): Arguments | undefined
  /** The shown places by canonical ones, such as `edits[0].old`. */
  readonly places?: Readonly<Record<string, string>>
}

/** The reason why a tool cannot be called with some arguments, for the model. */
export interface RefusedArguments {
  readonly refused: Pick<Failure, 'code' | 'message'>
}
