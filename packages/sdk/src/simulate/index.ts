export { type PolicySimulation, type SimulatePolicyOptions, simulatePolicy } from './simulate-policy.ts'
