/**
 * Tables and charts of what was measured.
 */
@NullMarked
package io.distlock.benchmark.report;

import org.jspecify.annotations.NullMarked;
