// SPDX-License-Identifier: Apache-2.0

/**
 * The console: a page for operators, as an endpoint of Spring Boot Actuator.
 */
@NullMarked
package io.distlock.console.internal;

import org.jspecify.annotations.NullMarked;
