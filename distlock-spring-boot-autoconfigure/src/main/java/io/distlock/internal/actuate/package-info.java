// SPDX-License-Identifier: Apache-2.0

/**
 * Endpoints and health checks of Spring Boot Actuator.
 */
@NullMarked
package io.distlock.internal.actuate;

import org.jspecify.annotations.NullMarked;
