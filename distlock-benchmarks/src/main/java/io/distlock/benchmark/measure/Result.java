package io.distlock.benchmark.measure;

/**
 * What one contestant reached in one workload.
 *
 * @param name the contestant
 * @param perSecond cycles in a second
 * @param ratio cycles for each one of the floor in the same round
 * @param fairness cycles of the slowest thread for each one of the fastest
 * @param commandsPerCycle what the server counted, {@code NaN} where it does not count
 */
public record Result(String name, Spread perSecond, Spread ratio, Spread fairness, double commandsPerCycle) {

}
