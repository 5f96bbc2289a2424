/**
 * Auto-configuration of distributed locks.
 */
@NullMarked
package io.distlock.autoconfigure;

import org.jspecify.annotations.NullMarked;
