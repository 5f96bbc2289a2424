/**
 * Endpoints of Spring Boot Actuator.
 */
@NullMarked
package io.distlock.actuate;

import org.jspecify.annotations.NullMarked;
