export { type AnalysedText, analyseText, analysisVersion, trigramsOf } from './analyse-text.ts'
export { type MeaningRanks, rankByMeaning } from './rank-by-meaning.ts'
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
export { joinRanks } from './rank-vectors.ts'
