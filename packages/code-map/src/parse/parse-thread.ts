import { answerJobs } from '@drawbridge/sandbox/thread'
import { createSourceParser } from './create-source-parser.ts'
import type { ParseAnswer, ParseJob } from './source-facts.ts'

const parser = createSourceParser()

answerJobs(async ({ sources }: ParseJob): Promise<ParseAnswer> => {
  const facts = []
  for (const { language, text } of sources) facts.push(await parser.parse(text, language))
  return facts
})
