// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.LockException;
import io.distlock.leader.Leader;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationEventPublisher;

/**
 * {@link Endpoint @Endpoint} that lists the leaders of the roles of this candidate, and
 * lets this node step down.
 *
 * @since 0.1.0
 */
@Endpoint(id = "leaders", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ LeadersEndpoint.LeadersDescriptor.class, LeadersEndpoint.LeaderActionDescriptor.class,
		ErrorDescriptor.class })
public class LeadersEndpoint {

	private static final String STEP_DOWN = "step-down";

	private static final String CHECK = "check";

	private final LeaderElections elections;

	private final AuditTrail audit;

	private final StoreCalls calls;

	private final InstantSource clock = InstantSource.system();

	/**
	 * Create an endpoint.
	 * @param elections the elections of this node
	 * @param leaseTime the lease of locks, which limits the response time of a store
	 * @param events publishes audit events
	 */
	public LeadersEndpoint(LeaderElections elections, Duration leaseTime, ApplicationEventPublisher events) {
		this.elections = elections;
		this.calls = new StoreCalls(leaseTime);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the roles of this candidate. If another node leads, its name is read from the
	 * store; a failure is reported instead of the leader.
	 * @return the roles
	 */
	@ReadOperation
	public LeadersDescriptor leaders() {
		return new LeadersDescriptor(this.elections.all().stream().map(this::describe).toList());
	}

	/**
	 * Describe a role.
	 * @param role the name of the role
	 * @return the role; 404 if this node is not a candidate
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> leader(@Selector String role) {
		return this.elections.find(role)
			.map((election) -> new WebEndpointResponse<OperationResponseBody>(describe(election)))
			.orElseGet(() -> new WebEndpointResponse<>(new ErrorDescriptor(unknown(role)),
					WebEndpointResponse.STATUS_NOT_FOUND));
	}

	private RoleDescriptor describe(LeaderElection election) {
		try {
			return describe(election, this.calls.call("", election::leader), null);
		}
		catch (LockException ex) {
			return describe(election, Optional.empty(), ex.toString());
		}
	}

	private RoleDescriptor describe(LeaderElection election, Optional<Leader> found, @Nullable String error) {
		Leader leader = found.orElse(null);
		Duration ledFor = (leader != null) ? leader.ledFor() : null;
		Instant since = (ledFor != null) ? this.clock.instant().minus(ledFor).truncatedTo(ChronoUnit.MILLIS) : null;
		return new RoleDescriptor(election.role(), since != null, election.isStanding(),
				(leader != null) ? leader.node() : null, (leader != null) ? leader.term() : null, since,
				(leader != null) ? leader.remaining().truncatedTo(ChronoUnit.MILLIS) : null, error);
	}

	/**
	 * Step down from a role of this leader, so that another node leads. Does not wait for
	 * the next leader.
	 * @param securityContext the caller
	 * @param role the name of the role
	 * @param action {@code step-down}; or {@code check}, which only reports whether the
	 * caller may act
	 * @return the result, with the status of its outcome
	 */
	@WriteOperation
	public WebEndpointResponse<LeaderActionDescriptor> act(SecurityContext securityContext, @Selector String role,
			@Nullable String action) {
		LeaderActionDescriptor done = act(role, (action != null) ? action : "");
		boolean acted = done.outcome() == Outcome.DONE || done.outcome() == Outcome.NOT_LEADING;
		if (acted && !CHECK.equals(action)) {
			this.audit.record(securityContext, "DISTLOCK_LEADER_STEP_DOWN",
					Map.of("role", role, "outcome", done.outcome().name()));
		}
		return new WebEndpointResponse<>(done, done.outcome().status);
	}

	private LeaderActionDescriptor act(String role, String action) {
		if (action.equals(CHECK)) {
			return new LeaderActionDescriptor(role, action, Outcome.DONE, null);
		}
		if (!action.equals(STEP_DOWN)) {
			return new LeaderActionDescriptor(role, action, Outcome.INVALID,
					"'action' must be %s or %s, but is '%s'".formatted(STEP_DOWN, CHECK, action));
		}
		LeaderElection election = this.elections.find(role).orElse(null);
		if (election == null) {
			return new LeaderActionDescriptor(role, action, Outcome.UNKNOWN_ROLE, unknown(role));
		}
		return election.stepDown() ? new LeaderActionDescriptor(role, action, Outcome.DONE, null)
				: new LeaderActionDescriptor(role, action, Outcome.NOT_LEADING,
						"This node does not lead role '%s'. Ask the node that does".formatted(role));
	}

	private static String unknown(String role) {
		return "This node is not a candidate for role '%s'. Add it to distlock.leader.roles".formatted(role);
	}

	/**
	 * Roles of a candidate.
	 *
	 * @param roles the roles, by name
	 */
	public record LeadersDescriptor(List<RoleDescriptor> roles) implements OperationResponseBody {

	}

	/**
	 * Role.
	 *
	 * @param role the name
	 * @param leading {@code true} if this node leads
	 * @param standing {@code true} if this node is a candidate
	 * @param leader the leading node; {@code null} without a leader or a response of the
	 * store
	 * @param term the number of the term, or {@code null} if this node does not lead
	 * @param since the start of the term by the clock of this node, or {@code null} if
	 * this node does not lead
	 * @param remaining the remaining lease, or {@code null} without a leader
	 * @param error the failure of the store, or {@code null}
	 */
	public record RoleDescriptor(String role, boolean leading, boolean standing, @Nullable String leader,
			@Nullable Long term, @Nullable Instant since, @Nullable Duration remaining,
			@Nullable String error) implements OperationResponseBody {

	}

	/**
	 * Result of an action on a role.
	 *
	 * @param role the role
	 * @param action the requested action
	 * @param outcome the outcome
	 * @param error the error message, or {@code null}
	 */
	public record LeaderActionDescriptor(String role, String action, Outcome outcome,
			@Nullable String error) implements OperationResponseBody {

	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The node has stepped down. Another candidate will lead, if there is one.
		 */
		DONE(200),

		/**
		 * The action is unknown.
		 */
		INVALID(400),

		/**
		 * This node is not a candidate for the role.
		 */
		UNKNOWN_ROLE(404),

		/**
		 * This node does not lead the role. Send the request to the leader.
		 */
		NOT_LEADING(409);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

	}

}
