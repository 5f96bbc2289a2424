/**
 * Auto-configuration for fencing tokens.
 */
@NullMarked
package io.distlock.autoconfigure.fencing;

import org.jspecify.annotations.NullMarked;
