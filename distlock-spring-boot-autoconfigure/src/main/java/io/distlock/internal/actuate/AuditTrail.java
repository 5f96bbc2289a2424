// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.security.Principal;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes audit events of operator actions.
 */
final class AuditTrail {

	private static final Logger logger = LoggerFactory.getLogger(AuditTrail.class);

	private final ApplicationEventPublisher events;

	AuditTrail(ApplicationEventPublisher events) {
		this.events = events;
	}

	/**
	 * Publish an event after the action has completed, ignoring exceptions of listeners.
	 * Whether the compiler accepts null values in the map depends on the JDK.
	 */
	@SuppressWarnings("NullAway")
	void record(SecurityContext securityContext, String type, Map<String, Object> data) {
		try {
			this.events.publishEvent(new AuditApplicationEvent(name(securityContext), type, data));
		}
		catch (RuntimeException | Error ex) {
			logger.error("A listener failed when notified of the audit event {}, which may not be recorded", type, ex);
		}
	}

	/**
	 * Return the name of the principal, empty for none.
	 */
	static String name(SecurityContext securityContext) {
		Principal principal = securityContext.getPrincipal();
		return (principal != null) ? principal.getName() : "";
	}

}
