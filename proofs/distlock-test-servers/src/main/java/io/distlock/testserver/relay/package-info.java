// SPDX-License-Identifier: Apache-2.0

/**
 * What lies between a client and its server: it counts, delays, repeats and loses.
 */
@NullMarked
package io.distlock.testserver.relay;

import org.jspecify.annotations.NullMarked;
