export { reportFlow } from './report-flow.ts'
export { type ReportShadowOptions, reportShadow } from './report-shadow.ts'
export { type PolicySimulation, type SimulatePolicyOptions, simulatePolicy } from './simulate-policy.ts'
