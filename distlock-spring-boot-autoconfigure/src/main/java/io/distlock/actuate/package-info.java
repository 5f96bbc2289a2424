// SPDX-License-Identifier: Apache-2.0

/**
 * Endpoints of Spring Boot Actuator.
 */
@NullMarked
package io.distlock.actuate;

import org.jspecify.annotations.NullMarked;
