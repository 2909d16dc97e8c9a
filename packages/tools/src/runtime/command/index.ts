export { describeEnd } from './command-report.ts'
export { createOutputKeeper, type OutputKeeper } from './output-keeper.ts'
export { lastLines, renderOutput } from './render-output.ts'
export { type LifeReport, reportLife } from './report-life.ts'
