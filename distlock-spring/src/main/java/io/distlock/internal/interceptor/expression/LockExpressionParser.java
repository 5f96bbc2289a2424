// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.Set;

import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryAccessor;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.NativeDetector;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

/**
 * Parses expressions of annotations and checks their names, so that errors are reported
 * at startup wherever possible. Frequently used expressions are compiled. A compiled
 * expression is interpreted again if the types change.
 *
 * @since 0.1.0
 */
public final class LockExpressionParser {

	private static final Set<String> ROOT_PROPERTIES = Set.of("args", "method", "target", "targetClass");

	private final SpelExpressionParser parser;

	private final SpelParserConfiguration configuration;

	private final DeclaredProperties properties = new DeclaredProperties();

	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	public LockExpressionParser(ConfigurableBeanFactory beanFactory) {
		ClassLoader classLoader = beanFactory.getBeanClassLoader();
		SpelCompilerMode mode = NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED;
		this.configuration = new SpelParserConfiguration(mode, classLoader);
		this.parser = new SpelExpressionParser(this.configuration);
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
		this.shared.addPropertyAccessor(new BeanFactoryAccessor());
		this.shared.setTypeLocator(new StandardTypeLocator(classLoader));
	}

	public @Nullable LockExpression parse(AnnotationAttribute attribute, MethodParameters parameters) {
		SpelExpression expression = checked(attribute, parameters);
		return (expression != null) ? new LockExpression(expression, parameters.positions(), this.shared) : null;
	}

	/**
	 * Parse the expression of a key, in which every operand of a text must have a value.
	 * @param attribute the attribute
	 * @param parameters the parameters of the method
	 * @return the expression, or {@code null} if the attribute is empty
	 */
	public @Nullable LockExpression parseKey(AnnotationAttribute attribute, MethodParameters parameters) {
		SpelExpression expression = checked(attribute, parameters);
		if (expression == null) {
			return null;
		}
		SpelExpression key = new SpelExpression(attribute.literal(), TextOperand.require(expression.getAST()),
				this.configuration);
		return new LockExpression(key, parameters.positions(), this.shared);
	}

	private @Nullable SpelExpression checked(AnnotationAttribute attribute, MethodParameters parameters) {
		if (attribute.literal().isEmpty()) {
			return null;
		}
		SpelExpression expression = parsed(attribute, parameters);
		check(expression.getAST(), true, attribute, parameters);
		return expression;
	}

	private SpelExpression parsed(AnnotationAttribute attribute, MethodParameters parameters) {
		try {
			return this.parser.parseRaw(attribute.literal());
		}
		catch (RuntimeException ex) {
			throw new InvalidLockAnnotationException(attribute.annotation(), attribute.method(), attribute.name(),
					attribute.literal(), "is no SpEL expression (%s)".formatted(ex.getMessage()),
					"Refer to parameters like #id, and quote text like 'text'; placeholders belong into the name."
							+ template(attribute, parameters),
					ex);
		}
	}

	/**
	 * Suggest attributes for a key in the template syntax of another library.
	 */
	private static String template(AnnotationAttribute attribute, MethodParameters parameters) {
		KeyTemplate template = KeyTemplate.find(attribute.literal(), parameters);
		String attributes = (template != null) ? template.attributes(parameters) : null;
		return (attributes != null) ? " Write %s.".formatted(attributes) : "";
	}

	/**
	 * Check variables, and the first property of each path. Such properties belong to the
	 * call and are often mistaken for parameters. Properties of collection elements
	 * depend on values and are not checked.
	 */
	private void check(SpelNode node, boolean beginsPath, AnnotationAttribute attribute, MethodParameters parameters) {
		if (node instanceof VariableReference || node instanceof FunctionReference) {
			checkName(name(node), attribute, parameters);
		}
		this.properties.check(node, attribute, parameters);
		if (beginsPath && node instanceof PropertyOrFieldReference reference) {
			checkProperty(reference.getName(), attribute, parameters);
		}
		boolean asksValues = node instanceof Projection || node instanceof Selection || node instanceof Indexer
				|| node instanceof InlineMap || node instanceof TypeReference || node instanceof ConstructorReference;
		for (int i = 0; i < node.getChildCount(); i++) {
			SpelNode child = node.getChild(i);
			boolean begins = !(node instanceof CompoundExpression) || i == 0 || child instanceof MethodReference;
			check(child, beginsPath && !asksValues && begins, attribute, parameters);
		}
	}

	private void checkProperty(String name, AnnotationAttribute attribute, MethodParameters parameters) {
		if (ROOT_PROPERTIES.contains(name)) {
			return;
		}
		throw attribute.invalid("'%s' is no property of the call".formatted(name),
				parameters.has(name) ? "Did you mean the parameter #%s?".formatted(name)
						: "Use one of %s, or quote text: '%s'.".formatted(parameters.describe(), name)
								+ template(attribute, parameters));
	}

	private static String name(SpelNode node) {
		String text = node.toStringAST().substring(1);
		int parenthesis = text.indexOf('(');
		return (parenthesis != -1) ? text.substring(0, parenthesis) : text;
	}

	private void checkName(String name, AnnotationAttribute attribute, MethodParameters parameters) {
		if (name.equals("root") || name.equals("this") || parameters.has(name)) {
			return;
		}
		if (!parameters.named()) {
			throw attribute.invalid(
					"#%s is unknown, because %s was compiled without parameter names".formatted(name,
							attribute.method().getDeclaringClass().getName()),
					"Compile it with -parameters, or refer to parameters by position: #p0 is the first.");
		}
		throw attribute.invalid("#%s is no parameter of the method".formatted(name),
				"Use one of %s.".formatted(parameters.describe()));
	}

}
