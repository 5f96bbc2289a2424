package io.distlock.redis;

import java.time.Duration;

/**
 * Who must have a write before it counts.
 *
 * @param replicas how many replicas
 * @param durable whether it must be on the disk of the master and of those replicas, and
 * not only in their memory
 * @param timeout how long to wait for them
 * @since 0.1.0
 */
public record Acknowledgement(int replicas, boolean durable, Duration timeout) {

}
