/**
 * What the annotation costs.
 */
@NullMarked
package io.distlock.benchmark.annotation;

import org.jspecify.annotations.NullMarked;
