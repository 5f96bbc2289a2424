/**
 * Workloads of several JVMs.
 */
@NullMarked
package io.distlock.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
