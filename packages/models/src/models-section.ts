import { dialectNames } from '@drawbridge/core/dialect'
import { modelFamilies } from '@drawbridge/core/model'
import type { RoomSection, SectionProblem } from '@drawbridge/room'
import { z } from 'zod'

/** The types of providers. */
export const providerTypes = ['openai', 'anthropic', 'google', 'openai-compatible', 'scripted'] as const

/** The type of a provider. */
export type ProviderType = (typeof providerTypes)[number]

const tokens = z.int().positive()
const dollars = z.number().min(0)

const price = z
  .strictObject({
    input: dollars.describe('Input, in US dollars for a million tokens.'),
    output: dollars.describe('Output and reasoning.'),
    cacheRead: dollars.optional().describe('Input that the cache had. Default: a tenth of `input`.'),
    cacheWrite: dollars.optional().describe('Input that is written to the cache. Default: as `input`.'),
    cacheWriteHour: dollars
      .optional()
      .describe('Input that is written to the cache for an hour. Default: as `cacheWrite`.'),
  })
  .describe('Prices in US dollars for a million tokens. Without them no cost is shown.')

const model = z.strictObject({
  context: tokens.optional().describe('The window: the most tokens of prompt and answer together.'),
  maxOutput: tokens.optional().describe('The most tokens of one answer.'),
  price: price.optional(),
  dialect: z
    .enum([...dialectNames, 'auto'])
    .optional()
    .describe('The dialect of tools for this model; `auto` picks by its name. Default: that of `tools.dialect`.'),
  family: z
    .enum(modelFamilies)
    .exclude(['scripted'])
    .optional()
    .describe('The wire format of this model, if it is not that of its provider.'),
})

const providerFields = z.strictObject({
  type: z.enum(providerTypes).describe('The kind of service.'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address below which the paths of the format begin, such as `http://127.0.0.1:11434/v1`.'),
  key: z.string().min(1).optional().describe(`The key. Write \${secret:NAME}. Default: the provider's own variable.`),
  headers: z
    .record(z.string().min(1), z.string())
    .optional()
    .describe(`Further headers of every request. Write secrets as \${secret:NAME}.`),
  script: z
    .string()
    .min(1)
    .optional()
    .describe('For the type `scripted`: the file with the turns, absolute or relative to the data folder.'),
  models: z.record(z.string().min(1), model).optional().describe('What is known of its models, by their names.'),
})

/** One provider in the configuration. */
export type ProviderDefinition = z.output<typeof providerFields>

const milliseconds = z.int().positive().max(2_147_483_647)

const schema = z
  .strictObject({
    default: z.string().min(1).optional().describe('The model for agents: `provider/name`.'),
    small: z.string().min(1).optional().describe('The model for small tasks. Default: as `default`.'),
    embedding: z.string().min(1).optional().describe('The model for vectors of texts.'),
    fallbacks: z
      .array(z.string().min(1))
      .max(8)
      .optional()
      .describe('The models that go on if the default one is not available, in this order.'),
    providers: z
      .record(z.string(), providerFields)
      .optional()
      .describe('The providers by the names that models begin with.'),
    timeouts: z
      .strictObject({
        connectMs: milliseconds.optional().describe('To connect, in milliseconds. Default 20,000.'),
        firstMs: milliseconds.optional().describe('From the request to the first event. Default 120,000.'),
        idleMs: milliseconds
          .optional()
          .describe('The longest silence after that. Default 60,000; none for models of this machine.'),
        totalMs: milliseconds.optional().describe('For a whole answer, in milliseconds. Default 3,600,000.'),
      })
      .optional()
      .describe('Time limits of one request.'),
    retries: z
      .strictObject({
        most: z.int().min(0).max(20).optional().describe('The most repeats of one request. Default 4.'),
        longestWaitMs: milliseconds
          .optional()
          .describe('The longest wait that a provider may ask for, in milliseconds. Default 300,000.'),
      })
      .optional()
      .describe('Repeats of failed requests.'),
  })
  .superRefine(({ providers = {} }, context) => {
    for (const { path, message } of problemsOf(providers)) {
      context.addIssue({ code: 'custom', path: ['providers', ...path], message })
    }
  })

/** The section `models` of the configuration. */
export type ModelsSection = z.output<typeof schema>

/** Section `models`: a project may set nothing of it. */
export const modelsSection: RoomSection<ModelsSection> = { schema, secretKeys: ['providers.*.key'] }

const providerName = /^[a-z][a-z0-9_-]{0,31}$/

function problemsOf(providers: Readonly<Record<string, ProviderDefinition>>): readonly SectionProblem[] {
  return Object.entries(providers).flatMap(([name, { type, url, script }]) => {
    const problems: SectionProblem[] = []
    const add = (key: string, message: string) => problems.push({ path: key === '' ? [name] : [name, key], message })
    if (!providerName.test(name)) {
      add(
        '',
        `"${name}" is not a valid name. Use up to 32 lower-case letters, digits, "_" and "-", beginning with a letter.`,
      )
    }
    if (type === 'openai-compatible' && url === undefined)
      add('url', `"${name}" needs the address of its server: "url".`)
    if (type === 'scripted' && script === undefined) add('script', `"${name}" needs the file with its turns: "script".`)
    if (type !== 'scripted' && script !== undefined)
      add('script', `Only a provider of the type "scripted" has a "script".`)
    if (url !== undefined && /[?#]|:\/\/[^/]*@/.test(url)) {
      add('url', 'An address of a provider has no query, no fragment and no credentials. Use "key" or "headers".')
    }
    return problems
  })
}
