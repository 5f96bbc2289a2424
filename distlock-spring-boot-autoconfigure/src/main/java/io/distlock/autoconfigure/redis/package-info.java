/**
 * Auto-configuration for locks in Redis.
 */
@NullMarked
package io.distlock.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
