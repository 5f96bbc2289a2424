package io.distlock.actuate;

import java.security.Principal;
import java.util.Map;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Says who has done what.
 */
final class AuditTrail {

	private final ApplicationEventPublisher events;

	AuditTrail(ApplicationEventPublisher events) {
		this.events = events;
	}

	void record(SecurityContext securityContext, String type, Map<String, Object> data) {
		this.events.publishEvent(new AuditApplicationEvent(name(securityContext), type, data));
	}

	/**
	 * Return the name of the principal, empty if there is none.
	 */
	static String name(SecurityContext securityContext) {
		Principal principal = securityContext.getPrincipal();
		return (principal != null) ? principal.getName() : "";
	}

}
