// SPDX-License-Identifier: Apache-2.0

/**
 * Console: a page for operators, as an endpoint of Spring Boot Actuator.
 */
@NullMarked
package io.distlock.console.internal;

import org.jspecify.annotations.NullMarked;
