import { z } from 'zod'
import { isPassableName } from './base-environment.ts'

/** The key `shell.environment`: further variables of the environment that programs get. */
export const environmentNames = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
        error: ({ input }) =>
          `${JSON.stringify(input)} is not the name of a variable. Write the name alone, such as "JAVA_HOME"`,
      })
      .refine(isPassableName, {
        error: ({ input }) =>
          `"${input}" never reaches commands: its name is that of a secret or of a start-up file of a shell. Credentials are for programs of runtime.credentialed_exec`,
      }),
  )
  .readonly()
  .describe(
    'Names of further variables of the environment that programs get, such as `JAVA_HOME`. A value that looks like a secret is left out.',
  )
