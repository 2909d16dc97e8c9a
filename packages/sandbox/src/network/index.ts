export { createFilteredNetwork, type FilteredNetworkOptions } from './create-filtered-network.ts'
