export { type AnalysedText, analyseText, analysisVersion, trigramsOf } from './analyse-text.ts'
export {
  indexText,
  type RankedText,
  rankTexts,
  readQuery,
  type SearchCorpus,
  type SearchDocument,
  type SearchField,
  type SearchQuery,
  scoreText,
} from './rank-texts.ts'
