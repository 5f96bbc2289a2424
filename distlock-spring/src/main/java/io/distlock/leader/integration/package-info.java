// SPDX-License-Identifier: Apache-2.0

/**
 * Leaders for applications that know those of Spring Integration.
 */
@NullMarked
package io.distlock.leader.integration;

import org.jspecify.annotations.NullMarked;
