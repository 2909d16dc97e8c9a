import { z } from 'zod'

/** The same tool for everybody: three fields to validate, a text to return. */
export const input = z.strictObject({ path: z.string(), line: z.number().int(), note: z.string().optional() })

export const argumentsOf = (index: number) => ({ path: `src/file-${index}.ts`, line: index, note: 'look here' })

export const execute = ({ path, line }: z.infer<typeof input>): string => `${path}:${line} is fine`
